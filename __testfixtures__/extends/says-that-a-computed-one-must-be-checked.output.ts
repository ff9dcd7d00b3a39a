export default {
  extends: [base(), './app/components/layer'],
}
