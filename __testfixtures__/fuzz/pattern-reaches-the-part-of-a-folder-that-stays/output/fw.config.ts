export default { imports: { dirs: ['~/pages/**'] } };
