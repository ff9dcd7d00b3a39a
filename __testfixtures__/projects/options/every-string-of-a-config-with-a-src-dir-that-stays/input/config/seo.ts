export const seo = { image: '~/lib/og.png', fallback: './assets/a.svg', url: 'https://example.com/~/lib/og.png' }
