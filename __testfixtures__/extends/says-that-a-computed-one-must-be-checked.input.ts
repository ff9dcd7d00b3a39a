export default {
  extends: [base(), './components/layer'],
}
