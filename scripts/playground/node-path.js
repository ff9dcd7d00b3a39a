import posix from 'path-browserify';

// The engine knows paths with forward slashes only.
export { posix };
export const { dirname, join, relative, resolve, parse, sep } = posix;
