/** What is done with paths in files of other tools: edited where that is certain, or only reported. */
export const toolingModes = ['edit', 'report'] as const;
export type ToolingMode = (typeof toolingModes)[number];
