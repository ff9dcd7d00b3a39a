const a = new URL('../assets/logo.png', import.meta.url)
const b = new URL('../images/photo.png', import.meta.url)
const c = new URL('../images/photo.png', location.href)
const d = new URL('https://example.com/images/photo.png')
