export const styles = ['~/styles/base.css', '~/assets/main.css']
