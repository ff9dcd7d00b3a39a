export const reset = () => clearFwData()
