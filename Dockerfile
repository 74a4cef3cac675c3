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
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8002) + '/api/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
