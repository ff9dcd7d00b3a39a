export const banner = '<%= options.text %>';
