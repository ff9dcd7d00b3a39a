export const icons = new URL('./assets/icons/', import.meta.url);
