export default defu({ srcDir: 'src', modules: ['~/modules/a'] }, external)
