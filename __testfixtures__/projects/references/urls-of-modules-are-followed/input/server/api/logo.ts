export const logo = new URL('../../assets/logo.png', import.meta.url).href
