export default { buildModules: ['@fw/old'], mode: 'spa' }
