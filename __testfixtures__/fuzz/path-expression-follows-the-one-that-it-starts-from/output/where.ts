export const icons = new URL('./app/assets/icons/', import.meta.url);
