export const useTone = () => 'warm'
