export default { stories: ['../components/**/*.stories.ts'], staticDirs: ['../server'] }
