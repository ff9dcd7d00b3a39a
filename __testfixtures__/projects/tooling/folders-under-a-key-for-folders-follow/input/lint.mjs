export const withFw = (options) => [options]
