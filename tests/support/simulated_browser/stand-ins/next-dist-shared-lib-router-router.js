export default class {
  changeState() {}
}
