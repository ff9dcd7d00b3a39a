export const greet = () => 'hello'
