export const themeName = () => 'dark'
