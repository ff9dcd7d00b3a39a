export default [
  { files: ['@(pages|components)/**/*.vue'] },
  { files: ['@(pages|server)/**/*.{ts,vue}'] },
  { files: ['@(pages|layouts)/**/*.vue'] },
  { files: ['!(server)/*.vue'] },
  { files: ['*/+(index|a).vue'] },
  { files: ['@(server)/**/*.ts'] },
]
