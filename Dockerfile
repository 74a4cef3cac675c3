# Debian rather than Alpine: the embedded PostgreSQL and ONNX Runtime need glibc.
FROM node:24-bookworm-slim AS build
WORKDIR /kutu
COPY . .
# The second installation replaces the first: only what the server imports.
RUN npm ci && npm run build && npm ci --omit=dev --workspace server && node scripts/collect-image.mjs /image

FROM node:24-bookworm-slim
WORKDIR /kutu
# With more arenas glibc keeps freed memory of photos.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
# The files belong to root, so that a process that was taken over cannot change the program.
COPY --from=build /image /kutu
# Package managers are not needed any more.
RUN ln -s /kutu/server/bin/kutu.mjs /usr/local/bin/kutu \
  && rm -rf /usr/local/lib/node_modules /opt/yarn* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8002
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8002}/api/ready`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
