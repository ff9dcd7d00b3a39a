export default {
  rootDir: './site',
  extends: ['./site/components/layer', './base'],
}
