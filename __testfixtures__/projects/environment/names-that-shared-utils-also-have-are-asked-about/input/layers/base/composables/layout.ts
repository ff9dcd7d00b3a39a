export const useLayout = () => 'wide';
