export default { stories: ['../app/components/**/*.stories.ts'], staticDirs: ['../server'] }
