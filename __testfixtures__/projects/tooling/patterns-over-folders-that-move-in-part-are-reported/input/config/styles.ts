export default {
  content: [
    './layers/*/components/**/*.vue',
    './layers/{a,b}/pages/**/*.vue',
    '{components,pages}/**/*.vue',
    './*/index.vue',
    '**/*.vue',
    './layers/*/assets/*.css',
  ],
}
