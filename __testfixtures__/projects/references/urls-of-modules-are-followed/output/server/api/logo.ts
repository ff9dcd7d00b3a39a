export const logo = new URL('../../app/assets/logo.png', import.meta.url).href
