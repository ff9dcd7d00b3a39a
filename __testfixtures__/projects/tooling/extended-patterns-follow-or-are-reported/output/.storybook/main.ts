export default { stories: ['../app/components/**/*.stories.@(js|ts)'] }
