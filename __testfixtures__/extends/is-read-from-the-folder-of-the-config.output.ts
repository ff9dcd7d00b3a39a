export default {
  rootDir: './site',
  extends: ['./site/app/components/layer', './base'],
}
