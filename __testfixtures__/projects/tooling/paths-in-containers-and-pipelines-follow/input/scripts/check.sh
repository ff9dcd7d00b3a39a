#!/bin/sh
# pages/index.vue
cd "$(dirname "$0")/.."
ls ./pages | wc -l
echo pages
node "$PWD/utils/format.ts"
curl https://example.com/pages/index.vue
