export default defineFwConfig({ dir: { pages: 'app/views' }, extends: ['./Layers/base'] })
