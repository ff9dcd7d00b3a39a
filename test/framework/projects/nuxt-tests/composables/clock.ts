export const useClock = () => ({ now: 'some time' })
