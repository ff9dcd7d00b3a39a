export default () => import('../../../../../../../../../../../../../far');
