FROM node:26-slim

LABEL org.opencontainers.image.title="Innkeep" \
      org.opencontainers.image.description="Booking and listings service: an HTTP API over PostgreSQL." \
      org.opencontainers.image.licenses="UNLICENSED"

# glibc would keep the memory of pictures apart for each thread, and give little of it back.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    MAKE_APP_KEY=true \
    DRAIN_SECONDS=5 \
    MALLOC_ARENA_MAX=2
WORKDIR /app

# The packages alone first: they change seldom, so this layer is seldom made anew. Our optional ones, which bring Node.js
# and PostgreSQL to machines without them, go again. Those of sharp stay, because they are the library that it calls.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
 && node -e "for (const name of Object.keys(require('./package.json').optionalDependencies)) fs.rmSync('node_modules/' + name, { recursive: true, force: true })" \
 && rm -f node_modules/.bin/node && node -e "require('sharp')" \
 && npm cache clean --force && rm -rf /root/.npm /tmp/*

COPY . .
RUN printf '#!/bin/sh\nexec node --max-old-space-size=1536 --import /app/src/preload.ts /app/src/cli.ts "$@"\n' >/usr/local/bin/innkeep && chmod 755 /usr/local/bin/innkeep

# Both programs run once up to their arguments and are refused there: that compiles them, so that every start and every
# command of this user is spared it. Nothing under /app is written afterwards.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
RUN install -d -o 1000 -g 1000 "$NODE_COMPILE_CACHE"
# Where a key is made if none is given. A new volume takes its owner from here.
RUN install -d -o 1000 -g 1000 -m 700 /data
VOLUME /data
USER 1000:1000
RUN if innkeep no-such-command 2>/dev/null || PORT=none node --import ./src/preload.ts src/server.ts 2>/dev/null; then exit 1; fi

EXPOSE 3000
STOPSIGNAL SIGTERM
# An upgrade applies its migrations before the service listens, which may take minutes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT []
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=16", "--import", "/app/src/preload.ts", "/app/src/server.ts"]
