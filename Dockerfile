# The service on one machine, without AWS: see docs/container.md.
# `npm run release -- --pin-image` adds the digest; a release without one is refused.
FROM node:24-trixie-slim AS node

FROM node AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund \
  && node --eval "import('./scripts/release/build-cli.ts').then(({ buildCli }) => buildCli())"

FROM node
# Libraries that Chromium needs beside its own. Debian keeps only the latest version, so none is pinned.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libgbm1 libnss3 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/build/packages/scrap-prices /opt/scrap-prices
RUN ln -s /opt/scrap-prices/bin/scrap-prices.cjs /usr/local/bin/scrap-prices \
  && install --directory --owner=node --group=node /data
USER 1000:1000
# Downloads Chromium and LevelDB now, not at the first start. The license key of this start is not kept: an image is no secret.
RUN XDG_STATE_HOME=/tmp/build/state scrap-prices start --once --no-demo --data /tmp/build/data \
  && rm -rf /tmp/build /tmp/scrap-prices-* ~/.npm
ENV XDG_STATE_HOME=/data/state
VOLUME /data
EXPOSE 8787
HEALTHCHECK --start-period=60s --timeout=10s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8787/demo.json').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["scrap-prices"]
CMD ["start", "--no-demo", "--data", "/data", "--listen", "0.0.0.0"]
