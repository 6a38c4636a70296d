#!/bin/sh
# What `npx wrangler` runs: `npm ci` links it into node_modules/.bin (package.json, "prepare"). Loads wrangler-preload.ts
# into wrangler, which has no option for that.
here=$(dirname "$(realpath "$0")")
modules="$here/../../../node_modules"
exec "$modules/.bin/node" --no-warnings --import "$here/wrangler-preload.ts" "$modules/wrangler/wrangler-dist/cli.js" "$@"
