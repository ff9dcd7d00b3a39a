execSync('vue-tsc -p .fw/tsconfig.json')
