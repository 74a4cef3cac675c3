# Debian rather than Alpine: the embedded PostgreSQL and ONNX Runtime need glibc.
FROM node:24-bookworm-slim AS build
WORKDIR /kutu
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /kutu
# With more arenas glibc keeps freed memory of photos.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build --chown=node:node /kutu /kutu
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8002
HEALTHCHECK --start-period=60s CMD ["node", "server/bin/kutu.mjs", "doctor", "--quick"]
CMD ["node", "server/dist/main.js"]
