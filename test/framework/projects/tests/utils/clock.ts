export const now = () => 'some time'
