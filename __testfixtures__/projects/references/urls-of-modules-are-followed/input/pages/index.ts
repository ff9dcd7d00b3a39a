const a = new URL('../assets/logo.png', import.meta.url)
const b = new URL('../images/photo.png', import.meta.url)
const c = new URL('../images/photo.png', location.href)
const d = new URL('https://example.com/images/photo.png')
const e = __dirname + '/../images/photo.png'
const f = import.meta.dirname + '/../assets/logo.png'
const g = import.meta.dirname + '/../images/photo.png'
