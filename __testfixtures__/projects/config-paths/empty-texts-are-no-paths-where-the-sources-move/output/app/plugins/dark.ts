export default defineFwPlugin(() => {});
