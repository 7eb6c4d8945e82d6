# The backend and the edge proxy in one image; each container runs one of them. Build it with: docker build -t sitedesk .
ARG NODE=node:22-bookworm-slim

FROM $NODE AS build
WORKDIR /source
COPY . .
RUN node tools/package.mjs /sitedesk

FROM $NODE
LABEL org.opencontainers.image.title="Sitedesk" org.opencontainers.image.licenses="MIT"
WORKDIR /sitedesk
COPY --from=build /sitedesk .
# Files; without DATABASE_URL also the embedded PostgreSQL and its master keys.
RUN mkdir /data && chown node:node /data
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/dist/bundle/main.js"]
