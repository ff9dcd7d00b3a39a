/** The folder for our own files, inside the folder that a run is given. */
export const ownFolder = '.fw-migrate';
