# syntax=docker/dockerfile:1
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Its own scripts would build, and there is nothing to build yet.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build
# Of the packages that are optional, or there to build and test, these stay; all in the versions of the lock file.
RUN for name in @opentelemetry/sdk-node ai @ai-sdk/openai; do \
      npm pkg set "dependencies.$name=$(npm pkg get "devDependencies.$name" | tr -d '"')"; \
    done \
 && npm pkg delete devDependencies peerDependencies.ai peerDependencies.@ai-sdk/openai peerDependenciesMeta \
 && npm install --ignore-scripts --no-audit --no-fund

FROM node:22.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY LICENSE ./
# The user "node" of the image. Nothing is ever written, so the root file system may be read-only.
USER 1000:1000
EXPOSE 4328
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "--listen", "0.0.0.0:4328"]
