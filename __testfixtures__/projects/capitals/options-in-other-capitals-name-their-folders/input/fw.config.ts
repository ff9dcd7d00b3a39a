export default defineFwConfig({ dir: { pages: 'Views' }, extends: ['./Layers/base'] })
