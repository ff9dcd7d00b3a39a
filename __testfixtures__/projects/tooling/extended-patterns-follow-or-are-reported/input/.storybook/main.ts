export default { stories: ['../components/**/*.stories.@(js|ts)'] }
