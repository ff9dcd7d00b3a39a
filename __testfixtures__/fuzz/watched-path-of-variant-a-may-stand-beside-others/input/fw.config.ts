export default defineFwConfig({ watch: ['locales/', '..'] });
