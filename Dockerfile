# The image of the service: the single executable, the C library that it is linked to, and nothing else. It has no shell and no
# packages, runs as a user without a name, and writes to /data alone.

# Built on the machine's own platform for any other, so that nothing is emulated.
FROM --platform=$BUILDPLATFORM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /playkeep
COPY . .
RUN npm ci
ARG TARGETARCH
# The history is not here, so the builder tells the commit.
ARG PLAYKEEP_COMMIT
# Docker's names of architectures are those of Go. The folder /image holds the last stage's own files.
RUN set -eu; \
    case "$TARGETARCH" in amd64) target=linux-x64 ;; arm64) target=linux-arm64 ;; \
      *) echo "no executable for $TARGETARCH: amd64 and arm64 have one" >&2; exit 1 ;; esac; \
    npm run dist -- --only "$target"; \
    mkdir -p /image/etc; \
    install -m 755 "dist/playkeep-$target" /image/playkeep; \
    install -m 644 LICENSE dist/THIRD-PARTY-NOTICES /image/; \
    echo 'playkeep:x:65532:65532::/data:/playkeep' > /image/etc/passwd; \
    echo 'hosts: files dns' > /image/etc/nsswitch.conf; \
    install -d -m 1777 /image/data /image/tmp

# The target's C library. Files are only copied from here, so no program of that platform has to run.
FROM docker.io/library/node:24-bookworm-slim AS libraries

FROM scratch
ARG PLAYKEEP_COMMIT
# The loader stands where each of the two architectures has it: /lib64 for amd64, /lib for arm64.
COPY --from=libraries /usr/lib/*-linux-gnu/ld-linux-*.so.* /lib64/
COPY --from=libraries /usr/lib/*-linux-gnu/ld-linux-*.so.* /usr/lib/*-linux-gnu/libc.so.6 \
  /usr/lib/*-linux-gnu/libm.so.6 /usr/lib/*-linux-gnu/libdl.so.2 /usr/lib/*-linux-gnu/libpthread.so.0 /lib/
COPY --from=build /image/ /

LABEL org.opencontainers.image.title="Playkeep" \
  org.opencontainers.image.description="Player metadata and play sessions for games: exact, durable, self-hosted" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="0.2.0" \
  org.opencontainers.image.revision="$PLAYKEEP_COMMIT"

ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:/data/playkeep.db
USER 65532:65532
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["/playkeep", "healthcheck"]
ENTRYPOINT ["/playkeep"]
CMD ["serve"]
