export default defineFwConfig({ srcDir: '..' });
