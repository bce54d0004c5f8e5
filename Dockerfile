# Cinnabar as a container: not root, nothing written outside /data, /tmp and /dev/shm, so the root file system can be read-only.
# It starts for production, with the PostgreSQL of DATABASE_URL (compose.yaml has one): as a sandbox only with MODE=sandbox
# and ALLOW_PUBLIC_SANDBOX=true, since whoever reaches a sandbox reads its codes and secrets.
#
# A tag can be moved: --build-context node:22-bookworm-slim=docker-image://node@sha256:... and the same for
# debian:bookworm-slim name the very images that you have examined (docs/operations.md, "In a container").

# No package runs a script of its own when it is installed. Declarations and source maps are for compilers and debuggers.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node scripts/build.mjs \
  && find packages/*/dist \( -name '*.map' -o -name '*.d.ts' -o -name .tsbuildinfo \) -delete

# What the service needs at run time, without compilers, test tools and the sources of the pages.
FROM node:22-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/api/package.json packages/api/
COPY packages/cli/package.json packages/cli/
COPY packages/fonts/package.json packages/fonts/
COPY packages/pdf/package.json packages/pdf/
COPY packages/pki/package.json packages/pki/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY scripts/prune-dependencies.mjs scripts/
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace packages/server --workspace packages/cli \
  && node scripts/prune-dependencies.mjs node_modules && rm -r scripts

# The binding to PKCS #11 tokens, for services whose signing keys lie in one.
FROM node:22-bookworm-slim AS pkcs11
WORKDIR /build
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3
COPY scripts/pkcs11js.mjs scripts/
COPY packages/server/package.json packages/server/
RUN node scripts/pkcs11js.mjs /pkcs11

# `--target service`: without LibreOffice, for OFFICE_CONVERTER_URL, or where no Word documents come.
# Of the image of Node.js only the program: npm, yarn and the headers are half of the rest, and nothing here runs them.
# Python, so that Landlock confines the parsers where bubblewrap cannot, which is the rule in containers.
FROM debian:bookworm-slim AS service
COPY --from=build /usr/local/bin/node /usr/local/bin/
RUN apt-get update \
  && apt-get install -y --no-install-recommends libstdc++6 ca-certificates tini \
    poppler-utils poppler-data bubblewrap python3 \
  && node --version \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin cinnabar \
  && install -d -m 700 -o cinnabar -g cinnabar /data \
  && ln -s /app/packages/cli/bin/cinnabar.js /usr/local/bin/cinnabar
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=pkcs11 /pkcs11/node_modules/pkcs11js node_modules/pkcs11js
COPY --from=build /build/packages/api/dist packages/api/dist
COPY --from=build /build/packages/api/recorded-calls.json packages/api/
COPY --from=build /build/packages/cli/bin packages/cli/bin
COPY --from=build /build/packages/cli/dist packages/cli/dist
COPY --from=build /build/packages/fonts/dist packages/fonts/dist
COPY --from=build /build/packages/fonts/files packages/fonts/files
COPY --from=build /build/packages/pdf/dist packages/pdf/dist
COPY --from=build /build/packages/pdf/containment packages/pdf/containment
COPY --from=build /build/packages/pki/dist packages/pki/dist
COPY --from=build /build/packages/server/dist packages/server/dist
COPY --from=build /build/packages/server/office packages/server/office
COPY --from=build /build/packages/server/samples packages/server/samples
COPY --from=build /build/packages/web/dist packages/web/dist
COPY LICENSE ./

ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001
# Settings of a .env file would be read from here.
WORKDIR /data
VOLUME /data
EXPOSE 3000
# Liveness, not readiness: an outage of the database is no reason to replace the container.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# LibreOffice and poppler run as children: somebody has to reap those whose parents die.
ENTRYPOINT ["tini", "--"]
CMD ["node", "/app/packages/server/dist/composition/main.js"]

# The image that a build without a target makes: it converts office documents itself.
FROM service
USER root
COPY deploy/container/without /etc/dpkg/dpkg.cfg.d/cinnabar
# gpg, so that apt does not choose the whole of GnuPG for a library that LibreOffice is linked with.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libreoffice-writer-nogui python3-uno gpg \
  && rm -rf /var/lib/apt/lists/*
USER 10001
