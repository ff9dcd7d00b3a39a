export default [
  { files: ['app/@(pages|components)/**/*.vue'] },
  { files: ['@(pages|server)/**/*.{ts,vue}'] },
  { files: ['app/@(pages|layouts)/**/*.vue'] },
  { files: ['app/!(server)/*.vue'] },
  { files: ['app/*/+(index|a).vue'] },
  { files: ['@(server)/**/*.ts'] },
]
