export const release = () => 'now'
