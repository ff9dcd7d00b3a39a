export default [
  { ignores: ['assets/vendor/**', 'server/vendor/**', 'later/vendor/**'] },
  { rules: { 'components/order': 'off', 'utils/sort': ['error', 'pages/first'] }, extends: ['components/all'] },
]
