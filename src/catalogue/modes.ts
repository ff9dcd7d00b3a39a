/** The values of `--layout`: `auto` decides by the config, `app` moves the sources, `keep` moves nothing. */
export const layoutModes = ['auto', 'app', 'keep'] as const;

/** The values of `--tooling`: paths in files of other tools are edited if it is safe, or only reported. */
export const toolingModes = ['edit', 'report'] as const;
